import { addAccounts } from './accounts.ts'
import { addCasework } from './casework.ts'
import { addCatalogue } from './catalogue/rows.ts'
import { addBatches } from './commerce/batches.ts'
import { addSales } from './commerce/sales.ts'
import { addSeller, numberDocuments } from './commerce/seller.ts'
import { addFeedback } from './feedback.ts'
import { addLearning } from './learning.ts'
import { addLegal } from './legal.ts'
import { addNotes } from './notes.ts'
import { addOperations } from './operations.ts'
import { addPeople } from './people.ts'
import { emptyRows, type Rows, type Story } from './rows.ts'

/** The whole demo as rows: identical for the same `now`, except for sealed and hashed values. */
export async function demoRows(story: Story): Promise<Rows> {
  const rows = emptyRows()
  addCatalogue(rows, story)
  addPeople(rows, story)
  addSeller(rows)
  addLegal(rows, story.now)
  addSales(rows, story.now)
  addBatches(rows, story.now)
  const leases = addLearning(rows, story)
  addNotes(rows, story.films)
  await addAccounts(rows, leases, story)
  addFeedback(rows, story.now)
  addCasework(rows, story.now)
  addOperations(rows, story)
  numberDocuments(rows)
  return rows
}
