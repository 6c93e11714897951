import { Chip } from '@flagyard/ui/Chip'
import { capitalised } from '../lib/format.ts'

const tones = { published: 'good', beta: 'info', draft: 'warn', archived: 'neutral' } as const

export const statusNames = { published: 'Published', beta: 'Beta', draft: 'Draft', archived: 'Archived' } as const

export function StatusChip({ status }: { status: string }) {
  return <Chip tone={tones[status as keyof typeof tones] ?? 'neutral'}>{capitalised(status)}</Chip>
}
