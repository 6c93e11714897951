import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { root } from './paths.ts'

/** Fields with names typed by people, in any script. */
const NAMES = /^(full_name|fullName|company)$/
const ANY = /full_name|fullName|company|name\b|printed|invited_by/
/** Objects whose `name` was typed by a person. */
const NAMED = /^(organisation|certificate|user|owner|passkey)$/
/** Further such fields in the features certificates and organisations. */
const NAMES_THERE = /^(name|printed|invited_by)$/

test('every name on a screen or in a mail is isolated from the direction of the text around it', () => {
  const paths = globSync(['{packages/ui,learner-web,admin-console}/src/**/*.tsx', 'api-server/src/**/*.ts'], {
    cwd: root,
  })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .filter((path) => !path.startsWith('api-server/') || /mail[^/]*$/.test(path) || writesMail(path))
  expect(paths.length).toBeGreaterThan(300)
  expect(paths.flatMap((path) => bareNames(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

/** Whether a file of the server builds mails. */
const writesMail = (path: string) => /\bOutgoingMail\b/.test(readFileSync(join(root, path), 'utf8'))

test('finds a name that is not isolated', () => {
  const found = (source: string) => bareNames('a.tsx', source.replaceAll('#{', '${')).length
  expect(found('const A = () => <p>By {user.full_name}</p>')).toBe(1)
  expect(found('const A = ({ full_name }) => <B title={`Remove #{full_name}`} />')).toBe(1)
  expect(found('const a = `Hello #{user?.full_name ?? name},`')).toBe(1)
  expect(found('const A = () => <p>{organisation.name}, paid</p>')).toBe(1)
  expect(found('const A = () => <p>{t.hello({ name: user.full_name })}</p>')).toBe(1)
  expect(found('const a = t.removed({ name: isolate(user.full_name) })')).toBe(0)
  expect(found('const A = () => <p>{t.hello({ name: user.full_name, bdi })}</p>')).toBe(0)
  expect(found('const A = () => <p>{t.full_name} by {t.x(user.full_name)}</p>')).toBe(0)
  expect(found('const A = () => <h2>{user.full_name}</h2>')).toBe(0)
  expect(found('const A = () => <p>By <bdi>{user.full_name}</bdi></p>')).toBe(0)
  expect(found('const A = () => <B title={`Remove #{isolate(full_name)}`} />')).toBe(0)
  expect(found('const A = () => <input defaultValue={user.full_name} />')).toBe(0)
})

test('every text field declares its text direction', () => {
  const paths = globSync('{packages/ui,packages/auth,learner-web,admin-console}/src/**/*.tsx', { cwd: root }).filter(
    (path) => !/\.test\.tsx$/.test(path),
  )
  const fields = paths.flatMap((path) => textFields(path, readFileSync(join(root, path), 'utf8')))
  expect(fields.length).toBeGreaterThan(5)
  expect(fields.filter(({ hasDirection }) => !hasDirection).map(({ at }) => at)).toEqual([])
})

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Names in JSX or templates without `<bdi>`, `dir`, a separate block or `isolate()`, as `path:line`. */
function bareNames(path: string, source: string): string[] {
  const found: string[] = []
  const here = /(features|areas\/\w+)\/(certificates|organisations)\//.test(path) ? [NAMES, NAMES_THERE] : [NAMES]
  const visit = (node: Node, key: string, parents: Node[]) => {
    if (isName(node, parents.at(-1), key, here) && isBare(node, parents))
      found.push(`${path}:${source.slice(0, node.start).split('\n').length}`)
    for (const [name, value] of Object.entries(node))
      for (const child of [value].flat()) if (isNode(child)) visit(child, name, [...parents, node])
  }
  // Avoids parsing, which takes most of the time.
  if (ANY.test(source)) visit(parseSync(path, source).program as unknown as Node, '', [])
  return found
}

/** Input types whose value is not text for people. */
const NO_TEXT_TYPE = /^(checkbox|radio|file|range|hidden)$/

/** Elements `<input>` and `<textarea>` for text. Those of the console's MUI have their direction from the theme. */
function textFields(path: string, source: string): { at: string; hasDirection: boolean }[] {
  if (!/<(input|textarea)\b/.test(source)) return []
  const found: { at: string; hasDirection: boolean }[] = []
  const visit = (node: Node) => {
    if (node.type === 'JSXOpeningElement' && /^(input|textarea)$/.test(String((node.name as Node).name))) {
      const attributes = (node.attributes as Node[]).filter(({ type }) => type === 'JSXAttribute')
      const named = (name: string) => attributes.find((one) => (one.name as Node).name === name)
      const at = `${path}:${source.slice(0, node.start).split('\n').length}`
      // A computed type is either `checkbox` or `radio`.
      const type = named('type')?.value as Node | undefined
      if (type?.type !== 'JSXExpressionContainer' && !NO_TEXT_TYPE.test(String(type?.value)))
        found.push({ at, hasDirection: named('dir') !== undefined })
    }
    for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync(path, source).program as unknown as Node)
  return found
}

/** A read of a name: `user.full_name`, or `full_name` after destructuring. */
function isName(node: Node, parent: Node | undefined, key: string, names: RegExp[]): boolean {
  const isOne = (value: unknown) => names.some((one) => one.test(String(value)))
  if (node.type === 'MemberExpression') {
    const { object, property } = node as unknown as { object: Node; property: Node }
    const owner = object.type === 'MemberExpression' ? (object.property as Node) : object
    if (/labels$/i.test(String(owner.name)) || object.name === CATALOGUE) return false
    return isOne(property.name) || (property.name === 'name' && NAMED.test(String(owner.name)))
  }
  if (node.type !== 'Identifier' || !isOne(node.name)) return false
  return !(parent?.type === 'MemberExpression' && key === 'property') && !(parent?.type === 'Property' && key === 'key')
}

/** The messages of a screen, as imported. */
const CATALOGUE = 't'

/** Whether a name is a value of a message that has no `bdi` tag for it: `t.hello({ name: user.full_name })`. */
function isValueOfMessage(parents: Node[]): boolean {
  const [call, values, property] = parents.slice(-3) as [Node?, Node?, Node?]
  if (property?.type !== 'Property' || values?.type !== 'ObjectExpression' || call?.type !== 'CallExpression')
    return false
  let callee = call.callee as Node
  while (callee.type === 'MemberExpression') callee = callee.object as Node
  const names = (values.properties as Node[]).map(({ key }) => (key as Node | undefined)?.name)
  return callee.name === CATALOGUE && !names.includes('bdi')
}

function isBare(name: Node, parents: Node[]): boolean {
  if (isValueOfMessage(parents)) return true
  let child = name
  let isShown = false
  let isPart = false
  for (const parent of parents.toReversed()) {
    const { type } = parent
    if (type === 'CallExpression' && !isShown) return false
    // The condition itself is not shown.
    if (type === 'ConditionalExpression' && parent.test === child) return false
    if (type === 'LogicalExpression' && parent.operator === '&&' && parent.left === child) return false
    if (NO_TEXT.test(type) && !isShown) return false
    if (type === 'TemplateLiteral') isPart = true
    if (type === 'JSXAttribute') {
      const attribute = String((parent.name as Node).name)
      if (!SHOWN.test(attribute) || (attribute === 'title' && !isPart)) return false
    }
    if (type === 'JSXElement' && isIsolating(parent)) return false
    if (/^(JSXExpressionContainer|TemplateLiteral)$/.test(type)) isShown = true
    child = parent
  }
  return isShown
}

const NO_TEXT = /^(BinaryExpression|UnaryExpression|VariableDeclarator|Property|ObjectPattern|ArrayExpression)$/

/** Attributes with visible text. A title that is only the name is a heading. */
const SHOWN = /^(title|label|about|aria-label|alt|\w+(Text|Message))$/

/** `<bdi>`, an element with a direction, or a block that contains only the name: base.css sets its direction from its text. */
function isIsolating(element: Node): boolean {
  const { name, attributes } = element.openingElement as { name: Node; attributes: Node[] }
  if (name.name === 'bdi' || attributes.some((one) => (one.name as Node | undefined)?.name === 'dir')) return true
  const parts = (element.children as Node[]).filter(({ type, value }) => type !== 'JSXText' || String(value).trim())
  return /^(h[1-3]|p|dd|td|li)$/.test(String(name.name)) && parts.length === 1
}
