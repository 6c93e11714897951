import type { OrderRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { stateWords } from './order-words.ts'

const tones: Partial<Record<OrderRow['state'], 'good' | 'info' | 'warn' | 'bad'>> = {
  awaiting_payment: 'info',
  paid: 'good',
  fulfilled: 'good',
  failed: 'bad',
  partially_refunded: 'warn',
  refunded: 'bad',
  disputed: 'bad',
}

export const OrderState = ({ state }: Pick<OrderRow, 'state'>) => (
  <Chip tone={tones[state] ?? 'neutral'}>{stateWords[state]}</Chip>
)
