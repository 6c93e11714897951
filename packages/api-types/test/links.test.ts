import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { consolePaths, consoleScreens, filteredList, isScreenPath } from '../src/console-links.ts'
import { operations } from '../src/index.ts'
import { learnerScreens, matchScreen, paths, routePattern } from '../src/links.ts'

const published = readFileSync(new URL('./routes.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [path: string, who: string, app: string])
const publishedOf = (app: string) => published.filter((route) => route[2] === app).map(([path]) => path)

test('the 44 published routes are screens of their apps', () => {
  expect(published).toHaveLength(44)
  expect(Object.values<string>(learnerScreens)).toEqual(expect.arrayContaining(publishedOf('learner-web')))
  expect(Object.values<string>(consoleScreens)).toEqual(expect.arrayContaining(publishedOf('admin-console')))
})

test('no two screens have the same path', () => {
  const all = [...Object.values<string>(learnerScreens), ...Object.values<string>(consoleScreens)]
  expect(new Set(all).size).toBe(all.length)
})

test('a console list is named after its rows', () => {
  for (const [name, path] of Object.entries(consoleScreens))
    if (name.startsWith('list'))
      expect(path.split('/').at(-1), name).toBe(operations[name as 'listUsers'].path.split('/').at(-1))
})

test('encodes values in a path, and a router reads the parameter name', () => {
  expect(paths.course('a/b?c')).toBe('/courses/a%2Fb%3Fc')
  expect(paths.exam('a&b')).toBe('/courses?exam=a%26b')
  expect(consolePaths.user('mara k')).toBe('/admin/users/mara%20k')
  expect(routePattern(learnerScreens.course)).toBe('/courses/:slug')
})

test('finds the value of a path in its screen', () => {
  expect(matchScreen(learnerScreens.course, '/courses/aws')).toBe('aws')
  for (const path of ['/courses', '/courses/', '/courses/aws/more', '/course/aws', '/'])
    expect(matchScreen(learnerScreens.course, path), path).toBeUndefined()
})

test('a link to a list takes the filters of that list', () => {
  expect(filteredList('listAwsAccounts', { status: 'Pending' })).toBe(
    '/admin/aws_accounts?filter=%7B%22status%22%3A%22Pending%22%7D',
  )
  // @ts-expect-error no account is in this state
  expect(filteredList('listAwsAccounts', { status: 'pending' })).toBeDefined()
})

test.each([
  ['/', true],
  ['/courses', true],
  ['/courses/', true],
  ['/courses/aws', true],
  ['/certificates/FY-7K2M', true],
  ['/courses/aws/more', false],
  ['/coursess', false],
  ['/wp-login', false],
  ['/admin', true],
  ['/admin/users/mara/orders', true],
  ['/admin/users/mara/shoes', false],
  ['/admin/gcp_projects/p', true],
  ['/admin/shoes', false],
])('%s is an address of a screen: %s', (path, expected) => expect(isScreenPath(path)).toBe(expected))
