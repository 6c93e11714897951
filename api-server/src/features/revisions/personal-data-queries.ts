import { contentDrafts, contentRevisions } from '../../db/schema/index.ts'
import { type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const notExported = 'work on content, told by the log of changes'
const work = { notExported, kept: 'what changed of content, which names nobody' }
const author = { notExported, kept: 'an id alone, which leads to nobody once the account is gone' }

export const revisionData: PersonalData = {
  name: 'revisions',
  tables: [
    personalColumns(contentDrafts, {
      kind: work,
      item_id: work,
      saved_at: work,
      saved_by: author,
      publish_at: work,
      publish_by: author,
      publish_refused: work,
    }),
    personalColumns(contentRevisions, {
      id: work,
      kind: work,
      item_id: work,
      number: work,
      source: work,
      takes_back: work,
      published_at: work,
      published_by: author,
      taken_back_at: work,
    }),
  ],
}
