import { stringify } from 'yaml'
import { boundedJson } from '../engine/bounded-json.ts'
import { CloudError } from '../engine/caller.ts'
import { columns } from '../engine/table-output.ts'

type Value = unknown

/** Value at a gcloud path: `a.b`, `a[0]`, `a[].b` (every list item). */
export function valueAt(value: Value, path: string): Value {
  let current = value
  for (const part of path
    .replace(/\[(\d*)\]/g, '.[$1]')
    .split('.')
    .filter(Boolean)) {
    const index = /^\[(\d*)\]$/.exec(part)
    if (index) {
      if (index[1] === '') continue
      current = Array.isArray(current) ? current[Number(index[1])] : undefined
    } else if (Array.isArray(current))
      current = current.map((one) => field(one, part)).filter((one) => one !== undefined)
    else current = field(current, part)
    if (current === undefined) return undefined
  }
  return current
}

const field = (value: Value, name: string): Value =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, Value>)[name]
    : undefined

/** Nested lists and objects, as gcloud prints them in one cell. */
const repr = (value: Value): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? `'${value}'`
      : Array.isArray(value)
        ? `[${value.map(repr).join(', ')}]`
        : typeof value === 'object'
          ? `{${Object.entries(value)
              .map(([key, one]) => `'${key}': ${repr(one)}`)
              .join(', ')}}`
          : String(value)

const cell = (value: Value, isTable: boolean): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return isTable ? repr(value) : value.map((one) => (typeof one === 'object' ? repr(one) : String(one))).join(';')
  return typeof value === 'object'
    ? repr(value)
    : typeof value === 'boolean'
      ? value
        ? 'True'
        : 'False'
      : String(value)
}

interface Column {
  path: string
  label: string
  change: string | undefined
}

/** `name.basename(), createTime:label=WHEN`. */
const columnsOf = (text: string): Column[] =>
  text
    .split(/,(?![^(]*\))/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [, path = one, change, label] =
        /^([\w.[\]@-]+?)(?:\.(\w+)\([^)]*\))?(?::label=(\S+))?$/.exec(one.replace(/:(sort|wrap|align)=?\w*/g, '')) ?? []
      return {
        path,
        label:
          label ??
          path
            .split('.')
            .at(-1)
            ?.replace(/\[\d*\]/g, '')
            .replace(/([a-z])([A-Z])/g, '$1_$2')
            .toUpperCase() ??
          '',
        change,
      }
    })

function changed(value: Value, change: string | undefined): Value {
  if (change === 'basename')
    return String(value ?? '')
      .split('/')
      .at(-1)
  if (change === 'list' || change === 'join') return Array.isArray(value) ? value.join(',') : value
  if (change === 'len') return Array.isArray(value) ? value.length : String(value ?? '').length
  if (change === 'date') return String(value ?? '').slice(0, 19)
  return value
}

/** Applies `--flatten=bindings[].members`: one record per item. */
export function flattened(list: Value[], path: string): Value[] {
  const steps = path.split('[]').map((one) => one.replace(/^\./, ''))
  return steps.filter(Boolean).reduce<Value[]>((records, _, at) => {
    const whole = steps
      .slice(0, at + 1)
      .filter(Boolean)
      .join('.')
    return records.flatMap((record) => {
      const value = valueAt(record, whole)
      return Array.isArray(value) ? value.map((one) => replaced(record, whole.split('.'), one)) : [record]
    })
  }, list)
}

function replaced(record: Value, [first = '', ...rest]: string[], value: Value): Value {
  return { ...(record as object), [first]: rest.length === 0 ? value : replaced(field(record, first), rest, value) }
}

/** Applies `--filter`: terms with `:` (contains), `=`, `!=`, `~` (matches a plain text), joined by AND. */
export function filtered(list: Value[], text: string): Value[] {
  const terms = text
    .split(/\s+AND\s+/i)
    .map((one) => /^\s*(-|NOT\s+)?([\w.[\]@]+)\s*(!=|>=|<=|=|:|~|>|<)\s*\(?"?'?([\s\S]*?)'?"?\)?\s*$/.exec(one))
  if (terms.some((one) => !one))
    throw new CloudError(
      '',
      `The filter “${text.slice(0, 120)}” cannot be read in this simulation: terms such as name=x, name:x, joined by AND.`,
      400,
    )
  return list.filter((record) =>
    terms.every((term) => {
      const [, not, path = '', sign = '', wanted = ''] = term ?? []
      const found = valueAt(record, path)
      const values = (Array.isArray(found) ? found.flat(3) : [found]).map((one) =>
        typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one ?? ''),
      )
      return values.some((value) => holds(value, sign, wanted)) !== Boolean(not)
    }),
  )
}

const SEVERITIES = ['DEFAULT', 'DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR', 'CRITICAL']

function holds(value: string, sign: string, wanted: string): boolean {
  const rank = (text: string) => (SEVERITIES.includes(text) ? String(SEVERITIES.indexOf(text)) : text)
  if (sign === '=') return value === wanted
  if (sign === '!=') return value !== wanted
  if (sign === '>=') return rank(value) >= rank(wanted)
  if (sign === '<=') return rank(value) <= rank(wanted)
  if (sign === '>') return rank(value) > rank(wanted)
  if (sign === '<') return rank(value) < rank(wanted)
  return value.toLowerCase().includes(wanted.replace(/\*$/, '').toLowerCase())
}

/** Prints a result in the requested format, or the command's default. */
export function formatted(result: Value, format: string, most: number): string {
  const [, kind = '', inner = ''] = /^(\w+)(?:\[[^\]]*\])?(?:\(([\s\S]*)\))?$/.exec(format.trim()) ?? []
  const records = Array.isArray(result) ? result : [result]
  boundedJson(result, 0, most)
  if (kind === 'json')
    return `${boundedJson(inner ? records.map((one) => Object.fromEntries(columnsOf(inner).map(({ path }) => [path, valueAt(one, path)]))) : result, 2, most)}\n`
  if (kind === 'value' || kind === 'csv' || kind === 'get') {
    const fields = columnsOf(inner)
    const lines = records.map((one) =>
      fields
        .map(({ path, change }) => cell(changed(valueAt(one, path), change), false))
        .join(kind === 'csv' ? ',' : '\t'),
    )
    return [
      ...(kind === 'csv' && !format.includes('no-heading')
        ? [fields.map(({ path }) => path.split('.').at(-1)).join(',')]
        : []),
      ...lines,
    ]
      .map((line) => `${line}\n`)
      .join('')
  }
  if (kind === 'table') {
    const fields = columnsOf(inner)
    if (records.length === 0) return 'Listed 0 items.\n'
    return columns(
      fields.map(({ label }) => label),
      records.map((one) => fields.map(({ path, change }) => cell(changed(valueAt(one, path), change), true))),
    )
  }
  if (kind === 'yaml' || kind === 'default' || kind === '') {
    const shown = (one: Value) =>
      inner ? Object.fromEntries(columnsOf(inner).map(({ path }) => [path, valueAt(one, path)])) : one
    const text = Array.isArray(result)
      ? result.map((one) => `---\n${stringify(shown(one), { aliasDuplicateObjects: false })}`).join('')
      : stringify(shown(result), { aliasDuplicateObjects: false })
    return text
  }
  if (kind === 'none' || kind === 'disable') return ''
  throw new CloudError(
    '',
    `The format “${format.slice(0, 80)}” is not in this simulation: json, value(…), table(…), csv(…), yaml and default are.`,
    400,
  )
}
