import type { OrderQuote } from '@flagyard/api-types'
import { language, locale } from '@flagyard/messages/locale'
import * as t from '../messages/en/lib.ts'

/** Name of a language: `Spanish` for `es`. */
export function languageName(code: string): string {
  // Fast path for most courses: loading all language names takes a browser tens of milliseconds.
  if (code === 'en') return t.english
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** `0:07`, `11:40`, `1:42:07`: a position in a video. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `1:42:07`, `0:09:30`: time left, always with hours. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const text = formatSeconds(seconds)
  return seconds >= 3600 ? text : `0:${text.padStart(5, '0')}`
}

/** `49%`. Rounded down, so that a goal is not shown as reached too early. */
export function formatPercent(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)}%`
}

/** `12 March 2027` in UTC, so that every reader and every printed copy of a document says the same. */
export function formatUtcDate(iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
}

/** `12 March 2027`, in the reader's own time zone. */
export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(iso))
}

/** `14:05`, in the reader's own time zone. */
export function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(iso))
}

/** `12 Mar 2027, 14:05`, in the reader's own time zone. */
export function formatDateTime(iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

/** True if prices include VAT, that is, once a seller is configured. The server writes this into each page. */
export const pricesIncludeVat = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="vat"]')?.content === 'included'

/** Label of an order's total. Before the server has calculated the tax, it depends on whether prices include VAT. */
export function totalLabel(charged: Pick<OrderQuote, 'tax' | 'tax_lines'> | undefined): string {
  const isTaxed = charged ? charged.tax.amount > 0 : pricesIncludeVat()
  if (isTaxed) return t.totalWithVat
  return charged && charged.tax_lines.length > 0 ? t.totalWithoutVat : t.total
}
