import { createElement, Fragment, isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { compileCatalogue } from './compile.ts'
import { message, rich } from './index.ts'
import { number, plural } from './runtime.ts'

/** The exports of a compiled catalogue. */
function load(code: string, options?: { isPseudo: boolean }): Record<string, unknown> {
  const compiled = compileCatalogue('messages/en/test.ts', code, options)
  const body = compiled.replaceAll(/^import .*$/gm, '').replaceAll('export const ', 'result.')
  const run = new Function('element', 'Fragment', 'number', 'plural', `const result = {}\n${body}\nreturn result`)
  return run(createElement, Fragment, number, plural)
}

/** Text of a React node, with tags. */
function markup(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(markup).join('')
  if (!isValidElement<{ children?: ReactNode }>(node)) return String(node ?? '')
  const inner = markup(node.props.children)
  return typeof node.type === 'string' ? `<${node.type}>${inner}</${node.type}>` : inner
}

test('a text without arguments stays a string, in objects too', () => {
  expect(
    load("export const end = 'End'\nexport const states = { open: 'Open', 'on-hold': \"Isn't open\" } as const"),
  ).toEqual({
    end: 'End',
    states: { open: 'Open', 'on-hold': "Isn't open" },
  })
})

test('a message puts in its values, and numbers in the locale of the page', () => {
  const { hello, size } = load(
    "import { message } from '@flagyard/messages'\nexport const hello = message('“{name}” isn’t `here` {more}$, {name}\\n')\nexport const size = message('{bytes, number} bytes')",
  ) as Record<string, (values: object) => string>
  expect(hello?.({ name: 'Mara', more: 'now' })).toBe('“Mara” isn’t `here` now$, Mara\n')
  expect(size?.({ bytes: 1204 })).toBe('1,204 bytes')
})

test('a plural selects the exact form, then the form of the language, and formats its number', () => {
  const { labs } = load(
    "export const labs = message('{count, plural, =0 {No labs} one {# lab of {name}} other {# labs of {name}}}.')",
  ) as Record<string, (values: object) => string>
  expect([0, 1, 1204].map((count) => labs?.({ count, name: 'Mara' }))).toEqual([
    'No labs.',
    '1 lab of Mara.',
    '1,204 labs of Mara.',
  ])
})

test('a form may be empty', () => {
  const { flags } = load(
    "export const flags = message('{solved} solved{left, plural, =0 {} other {, # to find}}')",
  ) as Record<string, (values: object) => string>
  expect([0, 2].map((left) => flags?.({ solved: 3, left }))).toEqual(['3 solved', '3 solved, 2 to find'])
})

test('a rich message renders known tags as HTML and calls a function for others', () => {
  const { terms } = load(
    "export const terms = rich('I accept the <link>terms of <b>{site}</b></link>, {count, plural, one {<em>once</em>} other {# times}}')",
  ) as Record<string, (values: object) => ReactNode>
  const link = (children: ReactNode) => createElement('a', null, children)
  expect(markup(terms?.({ site: 'Northwind', count: 1, link }))).toBe(
    'I accept the <a>terms of <b>Northwind</b></a>, <em>once</em>',
  )
})

test.each([
  ['export const a = 1 + 1', /a: only strings/],
  ["export const a = message('{n, plural, one {#}}')", /a: MISSING_OTHER_CLAUSE/],
  ["export const a = message('{at, date, short}')", /a: format dates/],
  ["export const a = rich('<b>open')", /a: UNCLOSED_TAG/],
  ["export const a = message('{n, selectordinal, other {#th}}')", /a: offset and ordinals/],
  ['export function a() {}', /export only constants/],
  ['export const a = end', /a: only strings/],
])('the build refuses %s', (code, reason) => {
  expect(() => compileCatalogue('messages/en/test.ts', code)).toThrow(reason)
})

test('the pseudo-locale marks each text, accents it and makes it longer, but not its values', () => {
  const { end, hello } = load("export const end = 'Sign in'\nexport const hello = message('Hello {name}')", {
    isPseudo: true,
  }) as { end: string; hello: (values: object) => string }
  expect(end).toBe('⟦Šîĝñ îñ···⟧')
  expect(hello({ name: 'Mara' })).toBe('⟦Ĥéļļö Mara····⟧')
})

test('types ask for each value of a message, and for no other', () => {
  const calls = () => {
    const labs = message(
      '{count, plural, one {# lab of {name}} other {# labs}} in {kind, select, exam {an exam} other {it}}',
    )
    labs({ count: 1, name: 'Mara', kind: 'exam' })
    // @ts-expect-error The name is missing.
    labs({ count: 1, kind: 'exam' })
    // @ts-expect-error A plural needs a number.
    labs({ count: '1', name: 'Mara', kind: 'exam' })
    // @ts-expect-error There is no such value.
    labs({ count: 1, name: 'Mara', kind: 'exam', other: 1 })
    const terms = rich('The <link>terms</link> of <b>{site}</b>')
    terms({ site: 'Northwind', link: (children) => children })
    // @ts-expect-error The link is missing.
    terms({ site: 'Northwind' })
    // @ts-expect-error A message is no text without its values.
    const text: ReactNode = terms
    return text
  }
  expect(calls).toThrow('is not compiled')
})
