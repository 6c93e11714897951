import type { OrderQuote } from '@flagyard/api-types'

/** True if prices include VAT, that is, once a seller is configured. The server writes this into each page. */
export const pricesIncludeVat = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="vat"]')?.content === 'included'

/** A note for price lists, or an empty string. */
export const vatNote = (): string => (pricesIncludeVat() ? ' Prices include VAT.' : '')

/** Label of an order's total. Before the server has calculated the tax, it depends on whether prices include VAT. */
export function totalLabel(charged: Pick<OrderQuote, 'tax' | 'tax_lines'> | undefined): string {
  const isTaxed = charged ? charged.tax.amount > 0 : pricesIncludeVat()
  if (isTaxed) return 'Total, incl. VAT'
  return charged && charged.tax_lines.length > 0 ? 'Total, without VAT' : 'Total'
}
