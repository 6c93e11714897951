import { expect, test } from 'vitest'
import { sourceOf } from './rules.ts'
import { textsInCode } from './texts.ts'

const page = (body: string) => sourceOf('learner-web/src/features/auth/Page.tsx', body)

test.each([
  ['text of an element', 'const a = <p>Sign in</p>'],
  ['text between elements', 'const a = <p>{count} left</p>'],
  ['label', 'const a = <Field label="Password" />'],
  ['accessible name', 'const a = <nav aria-label="Main" />'],
  ['label in a table', "const a = [{ to: '/', label: 'Courses' }]"],
  ['toast', "showSuccess('You are signed out.')"],
  ['sentence in an expression', 'const a = <p>{isOpen ? `Open for {n} days` : null}{b && "It is closed."}</p>'],
])('finds the %s outside of the catalogue', (_, body) => {
  expect(textsInCode([page(body)], [])).not.toEqual([])
})

test.each([
  'const a = <p className="small muted">{t.signIn}</p>',
  'const a = <Link to="/courses" title={t.courses}>{labs}</Link>',
  "throw new Error('The page has no #root')",
  "const typed = 'input, textarea, [contenteditable]'",
  "const a = { kind: 'lab', label: t.labs }",
])('accepts %s', (body) => {
  expect(textsInCode([page(body)], [])).toEqual([])
})

test('a folder may have texts in its code until it is converted, and then has to leave the list', () => {
  const folder = 'learner-web/src/features/auth/'
  expect(textsInCode([page('const a = <p>Sign in</p>')], [folder])).toEqual([])
  expect(textsInCode([page('const a = <p>{t.signIn}</p>')], [folder])).toEqual([
    `${folder} is converted: remove it from notConverted`,
  ])
})
