// Queries of this domain's tables for other domains.
export {
  addToFriendsCounts,
  addToPostsCounts,
  findPerson,
  lockPeople,
  type Person,
  setBlocked,
  setUnblocked,
} from './accounts.queries.ts'
export { moderatorCheck } from './accounts.service.ts'
export { listOwnEmailChanges } from './email-change/email-changes.queries.ts'
export { shortAddress } from './sign-in/device-name.ts'
export { listDevices } from './sign-in/devices.queries.ts'
export {
  areApart,
  countBlocks,
  countMutes,
  countSilences,
  deleteBlock,
  deleteMute,
  deleteSilencesOf,
  findApart,
  hasMuted,
  insertBlock,
  insertMute,
  isApartFrom,
  isHeardBy,
  isSeenBy,
  isSilencedBySomebody,
  listBlocks,
  listMutes,
  listNotHearing,
  listNotSeeing,
  silentFor,
} from './silences.queries.ts'
export { isActive, isGood, isTouchDue, listSessions, touchSession } from './sign-in/sessions.queries.ts'
export { listOwnConfirmations, spendResets } from './tokens.queries.ts'
