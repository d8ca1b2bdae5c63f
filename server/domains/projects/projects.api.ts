// Queries of this domain's tables for other domains.
export { listOwnProjects } from './projects.queries.ts'
