import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { banners } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('visitors see the active banners in their order', async () => {
  const day = 86_400_000
  const at = (days: number) => new Date(Date.now() + days * day)
  await app.deps.db.insert(banners).values([
    { content: 'second', position: 2 },
    { content: 'first', link: '/courses', position: 1 },
    { content: 'off', active: false },
    { content: 'over', shows_until: at(-1) },
    { content: 'later', shows_from: at(1) },
    { content: 'now', shows_from: at(-1), shows_until: at(1), position: 3 },
  ])
  expect((await app.asVisitor.listBanners()).map(({ content, link }) => [content, link])).toEqual([
    ['first', '/courses'],
    ['second', null],
    ['now', null],
  ])
})
