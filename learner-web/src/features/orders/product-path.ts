import type { Order } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'

export function productPath({ kind, slug }: Pick<Order, 'kind' | 'slug'>): string {
  if (kind === 'course') return paths.course(slug)
  if (kind === 'lab') return paths.lab(slug)
  return kind === 'exam' ? paths.exam(slug) : paths.bundles
}
