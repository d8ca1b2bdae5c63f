// Queries of this domain's tables for other domains.
export { findProject, listLines, listOwnProjects, lockProject } from './projects.queries.ts'
export { printedBy, type Sender, senderOfCompany, senderSheet } from './files/sender.ts'
