import type { Money } from '@flagyard/api-types'
import { toDecimal } from '@flagyard/api-types/contract/money'
import { brand } from '../brand.ts'

interface Product {
  title: string
  description: string
  category: string
  /** Null: not sold separately, or not yet. */
  price: Money | null
}

/** Schema.org markup of a lab or exam. Products that are not for sale have no offer. */
export function productMarkup({ title, description, category, price }: Product, url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    category,
    brand: { '@type': 'Brand', name: brand().name },
    url,
    ...(price && { offers: offerMarkup(price, url) }),
  }
}

/** Price, and availability. */
export const offerMarkup = (price: Money, url: string) => ({
  '@type': 'Offer',
  category: price.amount === 0 ? 'Free' : 'Paid',
  price: toDecimal(price),
  priceCurrency: price.currency,
  availability: 'https://schema.org/InStock',
  url,
})
