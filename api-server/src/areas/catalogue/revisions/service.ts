export { savePart } from './drafts.ts'
export { fingerprint, md5 } from './fingerprint.ts'
export {
  assertPublishable,
  assertSeen,
  cancelPublication,
  discardDraft,
  PUBLISH_JOB,
  planPublication,
  publish,
} from './publish.ts'
export { publishDue } from './publish-due.ts'
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
export { readState } from './state.ts'
export { takeBackRevision } from './take-back.ts'
