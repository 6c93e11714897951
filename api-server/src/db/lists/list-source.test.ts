import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banners } from '../schema/index.ts'
import type { ListSourceOf } from './list-source.ts'

const key: [SQL, ...SQL[]] = [sql`${banners.id}`]
const parts = { table: banners, id: sql`${banners.id}`, where: () => undefined, read: async () => [] }

test('a source with other keys, filters or rows than its list does not compile', () => {
  const whole = { ...parts, keys: { position: key, updated_at: key } } satisfies ListSourceOf<'listBannersForAdmin'>
  expect(whole).toBeDefined()
  // @ts-expect-error banners can be sorted by the time of their last change too
  expect({ ...parts, keys: { position: key } } satisfies ListSourceOf<'listBannersForAdmin'>).toBeDefined()
  const more = {
    ...parts,
    // @ts-expect-error no sort of the contract is called so
    keys: { position: key, updated_at: key, content: key },
  } satisfies ListSourceOf<'listBannersForAdmin'>
  const filtered = {
    ...whole,
    // @ts-expect-error the state of a banner is a word
    where: ({ state }: { state?: number }) => sql`${state}`,
  } satisfies ListSourceOf<'listBannersForAdmin'>
  const narrower = {
    ...whole,
    // @ts-expect-error the rows of the contract have more than an id
    read: async () => [{ id: 'x' }],
  } satisfies ListSourceOf<'listBannersForAdmin'>
  expect([more, filtered, narrower]).toBeDefined()
})
