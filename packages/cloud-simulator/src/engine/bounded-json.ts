import { LimitReached } from '../budget.ts'
/** JSON of a value. Aborts as soon as it is too long, because a query may repeat the same part many times. */
export function boundedJson(value: unknown, indent: number, most: number): string {
  let length = 0
  const parts: string[] = []
  const add = (text: string) => {
    length += text.length
    if (length > most) throw new LimitReached(`Stopped: one line may print ${most.toLocaleString('en-US')} characters.`)
    parts.push(text)
  }
  const write = (one: unknown, level: number) => {
    if (one === null || one === undefined) return add('null')
    if (one instanceof Date) return add(JSON.stringify(one))
    if (typeof one !== 'object') return add(JSON.stringify(one) ?? 'null')
    const isList = Array.isArray(one)
    const entries = isList
      ? one.map((item) => ['', item] as const)
      : Object.entries(one).filter(([, item]) => item !== undefined)
    const [open, close] = isList ? '[]' : '{}'
    if (entries.length === 0) return add(`${open}${close}`)
    const gap = indent > 0 ? `\n${' '.repeat(indent * (level + 1))}` : ''
    add(open ?? '')
    for (const [at, [key, item]] of entries.entries()) {
      add(at === 0 ? gap : `,${gap}`)
      if (!isList) add(`${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}`)
      write(item, level + 1)
    }
    add(indent > 0 ? `\n${' '.repeat(indent * level)}${close}` : (close ?? ''))
  }
  write(value, 0)
  return parts.join('')
}
