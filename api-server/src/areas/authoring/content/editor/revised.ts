import type { FieldError, MissingItem } from '@flagyard/api-types'
import type { Db, Tx } from '../../../../db/open.ts'
import { examContent } from '../../../catalogue/exams/index.ts'
import { labContent } from '../../../catalogue/labs/index.ts'
import { fingerprint, type Parts, type RevisedContent } from '../../../catalogue/revisions/index.ts'
import { type ExamDocument, isLive, type LabDocument, WHOLE } from './documents.ts'
import { lockEditedById } from './queries.ts'
import { findStoredExam, missingInExam, writeExam } from './stored-exam.ts'
import { findStoredLab, isTried, missingInLab, writeLab } from './stored-lab.ts'

interface Kind<D extends object> {
  kind: 'labs' | 'exams'
  audit: RevisedContent['audit']
  find(
    db: Db,
    id: string,
  ): Promise<{ item: { slug: string; status: 'draft' | 'published' | 'archived' }; live: D } | undefined>
  write(tx: Tx, id: string, document: D): Promise<unknown>
  missing(db: Db, id: string, seenBy: 'editors' | 'people'): Promise<FieldError[]>
  open(tx: Tx, id: string): Promise<void>
}

/** Labs and exams as revised content: a single document each. */
function revised<D extends object>({ kind, audit, find, write, missing, open }: Kind<D>): RevisedContent {
  const versionOf = (_part: string, document: object) => fingerprint(document)
  const readParts = async (db: Db, id: string): Promise<Parts> => {
    const found = await find(db, id)
    return new Map(found ? [[WHOLE, found.live]] : [])
  }
  return {
    kind,
    audit,
    versionOf,
    readParts,
    namedBy: [],
    titleOf: () => 'Details and flags',
    open,
    async lock(tx, id) {
      await lockEditedById(tx, kind, id)
      const found = await find(tx, id)
      return found && { id, slug: found.item.slug, isLive: isLive(found.item.status) }
    },
    async summarize(db, id) {
      const parts = await readParts(db, id)
      const versions = new Map([...parts].map(([part, document]) => [part, versionOf(part, document)]))
      return { versions, naming: new Map() }
    },
    async writeParts(tx, id, parts) {
      const document = parts.get(WHOLE)
      if (document) await write(tx, id, document as D)
    },
    async listMissing(db, id, seenBy) {
      return (await missing(db, id, seenBy)).map(({ field, message }) => ({
        code: codeOf(field),
        message,
        lesson_id: null,
      }))
    },
  }
}

const codes: Record<string, MissingItem['code']> = {
  tested_at: 'test_run',
  max_resources: 'limits',
  max_hourly_cost: 'limits',
}
const codeOf = (field: string): MissingItem['code'] => codes[field] ?? (field.endsWith('.secret') ? 'secret' : 'flags')

export const revisedLab = revised<LabDocument>({
  kind: 'labs',
  audit: { subject: 'lab', publish: 'labs.publish' },
  find: (db, id) => findStoredLab(db, { id }),
  async write(tx, id, document) {
    const found = await findStoredLab(tx, { id })
    if (found) await writeLab(tx, id, { slug: found.item.slug, status: found.item.status, ...document })
  },
  async missing(db, id, seenBy) {
    const found = await findStoredLab(db, { id })
    if (!found) return []
    if (seenBy === 'people') return missingInLab(db, found.live, true)
    return missingInLab(db, found.item, await isTried(db, found))
  },
  open: (tx, id) => labContent.edit(tx, id, { status: 'published' }),
})

export const revisedExam = revised<ExamDocument>({
  kind: 'exams',
  audit: { subject: 'exam', publish: 'exams.publish' },
  find: (db, id) => findStoredExam(db, { id }),
  async write(tx, id, document) {
    const found = await findStoredExam(tx, { id })
    if (found) await writeExam(tx, id, { slug: found.item.slug, status: found.item.status, ...document })
  },
  async missing(db, id, seenBy) {
    const found = await findStoredExam(db, { id })
    return found ? missingInExam(seenBy === 'people' ? found.live : found.item) : []
  },
  open: (tx, id) => examContent.edit(tx, id, { status: 'published' }),
})
