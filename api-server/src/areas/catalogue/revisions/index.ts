export { savePart } from './drafts.ts'
export {
  assertPublishable,
  assertSeen,
  cancelPublication,
  discardDraft,
  PUBLISH_JOB,
  planPublication,
  publish,
  publishDue,
  takeBackRevision,
} from './publish.ts'
export {
  deleteHistory,
  findLatestRevision,
  holdContent,
  listDueDrafts,
  readDraftParts,
  shareContent,
} from './queries.ts'
export { recordRevision } from './record.ts'
export type { Parts, RevisedContent, RevisedItem, Summary } from './revised-content.ts'
export { revisionSource } from './revision-source.ts'
export { fingerprint, md5, readState } from './state.ts'
