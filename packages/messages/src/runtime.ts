/** Functions that compiled messages call. */
import { language, locale } from './locale.ts'

let numbers: Intl.NumberFormat | undefined
let rules: Intl.PluralRules | undefined

/** `1,204`, in the page's locale. */
export function number(value: number): string {
  numbers ??= new Intl.NumberFormat(locale)
  return numbers.format(value)
}

/** The form of a plural: the exact one (`=0`), or the one of the language's rules. */
export function plural<T>(value: number, forms: Record<string, T> & { other: T }): T {
  rules ??= new Intl.PluralRules(language)
  return forms[`=${value}`] ?? forms[rules.select(value)] ?? forms.other
}
