import { expect, test } from 'vitest'
import { z } from 'zod'
import * as schemas from '../src/schemas.ts'
import { operations } from './rows.ts'

interface Field {
  name: string
  schema: z.ZodType
}

/** Fields of everything that a call takes, by the schema and the path. */
const fields = [
  ...new Set(Object.values(operations).flatMap((row) => [row.body, row.form, row.query, row.list?.filter])),
]
  .filter((ref) => ref !== undefined)
  .flatMap((ref) => fieldsOf((schemas as unknown as Record<string, z.ZodType>)[ref.replace('[]', '')]!, ref))
/** Checked after the schema, since it reports what a browser says and not what a person types. */
const signUp = ['signUpPayload.time_zone', 'signUpPayload.locale']
const named = (end: string) => fields.filter(({ name }) => name.endsWith(`.${end}`) && !signUp.includes(name))

test.each(named('time_zone').map(({ name, schema }) => [name, schema]))(
  '%s accepts only existing time zones',
  (_, schema) => {
    for (const zone of ['Mars/Olympus', 'Etc/Unknown', '+02:00', '', 'UTC\0', '\u202eUTC'])
      expect(schema.safeParse(zone).success, JSON.stringify(zone)).toBe(false)
    expect(schema.parse('europe/berlin')).toBe('Europe/Berlin')
    expect(['Europe/Kiev', 'Asia/Calcutta', 'Etc/UTC'].map((zone) => schema.parse(zone))).toEqual([
      ...['Europe/Kyiv', 'Asia/Kolkata', 'UTC'],
    ])
  },
)

test.each(named('locale').map(({ name, schema }) => [name, schema]))('%s accepts only language tags', (_, schema) => {
  for (const tag of ['not a locale!!', '', 'de_DE', 'en-u', 'i', 'x'.repeat(36)])
    expect(schema.safeParse(tag).success, JSON.stringify(tag)).toBe(false)
  expect(schema.parse('DE-at')).toBe('de-AT')
})

test.each(named('country').map(({ name, schema }) => [name, schema]))(
  '%s accepts only existing countries',
  (_, schema) => {
    for (const country of ['XX', 'ZZ', '1', '', 'ß', 'DEU', 'EU'])
      expect(schema.safeParse(country).success, JSON.stringify(country)).toBe(false)
    expect(schema.parse('DE')).toBe('DE')
  },
)

test('includes the forms about people', () => {
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...['profileUpdatePayload.time_zone', 'profileUpdatePayload.locale', 'profileUpdatePayload.country'],
      ...['scheduleExamPayload.time_zone', 'userEdit.country', 'sellerInput.time_zone', 'organisationInput.country'],
      ...['purchaseLabPayload.billing.country', ...signUp],
    ]),
  )
})

function fieldsOf(schema: z.ZodType, name: string): Field[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, field]) => fieldsOf(field as z.ZodType, `${name}.${key}`))
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element as z.ZodType, name)
  return [{ name, schema }]
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType)
  return schema
}
