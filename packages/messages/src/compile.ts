import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type ESTree, parseSync } from 'vite'
import type { KnownTag } from './index.ts'
import { bracketsFor, withAccents } from './pseudo.ts'

const knownTags: readonly string[] = ['strong', 'em', 'code', 'kbd', 'b', 'i'] satisfies KnownTag[]

/**
 * Compiles a file of messages. It exports only strings, calls of `message` and `rich`, and objects of these. Anything else fails the build.
 */
export function compileCatalogue(file: string, code: string, { isPseudo = false } = {}): string {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const lines = program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') return []
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declared?.type !== 'VariableDeclaration') throw new Error(`${file}: export only constants`)
    return declared.declarations.map(({ id, init }) => {
      if (id.type !== 'Identifier' || !init) throw new Error(`${file}: export only constants`)
      try {
        return `export const ${id.name} = ${compileValue(init, isPseudo)}`
      } catch (cause) {
        throw new Error(`${file}, ${id.name}: ${cause instanceof Error ? cause.message : cause}`, { cause })
      }
    })
  })
  return [
    "import { createElement as element, Fragment } from 'react'",
    "import { number, plural } from '@flagyard/messages/runtime'",
    ...lines,
    '',
  ].join('\n')
}

function compileValue(node: ESTree.Expression, isPseudo: boolean): string {
  if (node.type === 'TSAsExpression') return compileValue(node.expression, isPseudo)
  if (node.type === 'Literal' && typeof node.value === 'string')
    return JSON.stringify(isPseudo ? pseudoText(node.value) : node.value)
  if (node.type === 'ObjectExpression') {
    const entries = node.properties.map((property) => {
      if (property.type !== 'Property' || property.computed) throw new Error('write out each property')
      const key = property.key.type === 'Identifier' ? property.key.name : (property.key as ESTree.StringLiteral).value
      return `${JSON.stringify(key)}: ${compileValue(property.value, isPseudo)}`
    })
    return `{ ${entries.join(', ')} }`
  }
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
    const [source] = node.arguments
    if (source?.type !== 'Literal' || typeof source.value !== 'string') throw new Error('a message is one string')
    const isRich = node.callee.name === 'rich'
    if (!isRich && node.callee.name !== 'message') throw new Error(`unknown function ${node.callee.name}`)
    return compileMessage(source.value, { isRich, isPseudo })
  }
  throw new Error('only strings, messages and objects of these')
}

interface Mode {
  isRich: boolean
  isPseudo: boolean
}

/** JavaScript of a function that renders a message. */
function compileMessage(source: string, mode: Mode): string {
  const elements = parse(source, { ignoreTag: !mode.isRich, requiresOtherClause: true })
  const parts = compileElements(elements, mode, '')
  const [start, end] = bracketsFor(source.length).map((bracket) => JSON.stringify(bracket))
  return `(values) => ${join(mode.isPseudo ? [start, ...parts, end] : parts, mode)}`
}

const pseudoText = (text: string): string => bracketsFor(text.length).join(withAccents(text))

const join = (parts: (string | undefined)[], { isRich }: Mode): string =>
  isRich ? `element(Fragment, null, ${parts.join(', ')})` : `\`${parts.map((part) => `\${${part}}`).join('')}\``

/** JavaScript expressions of the parts of a message. `counted` is the expression that replaces `#`. */
function compileElements(elements: MessageFormatElement[], mode: Mode, counted: string): string[] {
  return elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return JSON.stringify(mode.isPseudo ? withAccents(element.value) : element.value)
      case TYPE.argument:
        return argument(element.value)
      case TYPE.number:
        return `number(${argument(element.value)})`
      case TYPE.pound:
        return `number(${counted})`
      case TYPE.plural: {
        if (element.offset || element.pluralType === 'ordinal') throw new Error('offset and ordinals are not supported')
        return `plural(${argument(element.value)}, ${formsOf(element.options, mode, argument(element.value))})`
      }
      case TYPE.select: {
        const forms = formsOf(element.options, mode, counted)
        return `((forms) => forms[${argument(element.value)}] ?? forms.other)(${forms})`
      }
      case TYPE.tag: {
        const children = compileElements(element.children, mode, counted)
        if (knownTags.includes(element.value)) return `element('${element.value}', null, ${children.join(', ')})`
        return `${argument(element.value)}(${join(children, mode)})`
      }
      default:
        throw new Error('format dates and times with @flagyard/messages/locale, and pass the text')
    }
  })
}

const formsOf = (options: Record<string, { value: MessageFormatElement[] }>, mode: Mode, counted: string) =>
  `{ ${Object.entries(options)
    .map(([form, { value }]) => `${JSON.stringify(form)}: ${join(compileElements(value, mode, counted), mode)}`)
    .join(', ')} }`

const argument = (name: string) => `values[${JSON.stringify(name)}]`
