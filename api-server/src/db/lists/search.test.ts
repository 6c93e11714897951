import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds, openTestDatabaseOf } from '../../../test/database.ts'
import type { OpenedDatabase } from '../open.ts'
import { searchFold } from './search.ts'

describe.each(kinds)('code and database fold letters in the same way (%s)', (kind) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
  })
  afterAll(() => opened.close())

  const folded = async (texts: string[]) => {
    const query = sql`select coalesce(json_agg(substr(search_fold(t), 2) order by n), '[]') as all
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as x(t, n)`
    const { rows } = (await opened.db.execute(query)) as unknown as { rows: { all: string[] }[] }
    return rows[0]?.all
  }

  test('every letter of the Latin scripts of Europe', async () => {
    const letters = Array.from({ length: 0x17f - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).filter((one) =>
      /[\p{L}\p{N}]/u.test(one),
    )
    // In the locale C, a database does not fold capitals that are neither A to Z nor accented letters.
    const known = letters.filter((letter) => !/[ŊĲĿ]/.test(letter))
    expect(await folded(known)).toEqual(known.map(searchFold))
  })

  test('any text of letters, accents and signs', async () => {
    const part = fc.constantFrom('a', 'Z', 'é', 'é', 'Ł', 'ø', 'ß', 'Æ', 'İ', '%', '_', '\\', ' ', '日', '3')
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(part).map((parts) => parts.join('')),
          { minLength: 1 },
        ),
        async (texts) => {
          expect(await folded(texts)).toEqual(texts.map(searchFold))
        },
      ),
      { numRuns: 50 },
    )
  })
})
