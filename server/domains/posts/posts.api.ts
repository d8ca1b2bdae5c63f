// What other domains may ask of this one's tables.
export { listOwnComments, listOwnLikes, listOwnPosts } from './own-data.queries.ts'
export { isHidden, postFor, selectIds, type Viewer } from './post-rows.queries.ts'
export { addToPostsCounts, lockPeople } from './posts.queries.ts'
