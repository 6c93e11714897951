import { readFileSync } from 'node:fs'
import { adherenceNames, criteria } from '@flagyard/api-types/accessibility'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { openAcr } from './openacr.ts'

/** From GSA/openacr, which is in the public domain; without its descriptions. */
const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../test/fixtures/openacr/${file}`, import.meta.url), 'utf8'))
const schema = z.fromJSONSchema(read('schema.json'))
const catalogue: Record<'a' | 'aa', Record<string, string>> = read('catalog.json')
const report = parse(openAcr('https://learn.example', 'help@learn.example'))

test('the OpenACR file is valid against the schema of GSA, which refuses one without an address', () => {
  expect(schema.safeParse(report).error).toBeUndefined()
  expect(schema.safeParse({ ...report, author: { name: 'A' } }).success).toBe(false)
})

test('the statement has each criterion of WCAG 2.2 A and AA once, with a known result', () => {
  // 4.1.1 is in the catalogue for older reports; WCAG 2.2 has removed it.
  const { '4.1.1': _removed, ...a } = catalogue.a
  const expected = Object.entries({ ...a, ...catalogue.aa }).sort()
  expect(criteria.map(({ number, name }) => [number, name]).sort()).toEqual(expected)
  for (const level of ['a', 'aa'] as const) {
    const rows: { num: string; components: { adherence: { level: string } }[] }[] =
      report.chapters[`success_criteria_level_${level}`].criteria
    expect(rows.filter(({ num }) => !catalogue[level][num])).toEqual([])
    for (const { components } of rows) expect(Object.keys(adherenceNames)).toContain(components[0]?.adherence.level)
  }
})

test('criteria that are met, even partly, have a test, and the others have a remark', () => {
  const isShown = ({ adherence, tests, remark }: (typeof criteria)[number]) =>
    adherence === 'supports' || adherence === 'partially-supports' ? tests.length > 0 : Boolean(remark)
  expect(criteria.filter((criterion) => !isShown(criterion))).toEqual([])
})
