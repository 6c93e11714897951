import { consolePaths } from '@flagyard/api-types/console-links'
import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { type RaRecord, type ResourceDefinition, useResourceDefinition } from 'react-admin'
import type { ResourceOptions } from '../../resource-options.ts'
import { ScreenHeader } from '../ScreenHeader.tsx'
import { CreateForm, type CreateFormProps } from './EditForm.tsx'

/** A form, or a short text, on a card. */
export const FormCard = ({ maxWidth, children }: { maxWidth: number; children: ReactNode }) => (
  <Box sx={[card, { maxWidth }]}>{children}</Box>
)

const card = {
  display: 'grid',
  gap: 'var(--s4)',
  minWidth: 0,
  p: 'var(--s5)',
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius)',
  '@media (max-width: 560px)': { p: 'var(--s4)' },
}

interface Props<T extends RaRecord> extends Omit<CreateFormProps<T>, 'recordLabel' | 'successMessage'> {
  about?: string
  maxWidth?: number
  successMessage: string | ((recordLabel: string) => string)
}

/** The page of a new record: its form on a card, below a link back to the list. */
export function CreatePage<T extends RaRecord = RaRecord>({
  about,
  maxWidth = 720,
  successMessage,
  ...form
}: Props<T>) {
  const { name, options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  const [recordLabel] = options?.resourceLabel ?? [name]
  return (
    <>
      <ScreenHeader
        title={`New ${recordLabel}`}
        back={{ to: `${consolePaths.home}/${name}`, label: options?.label ?? name }}
        {...(about && { about })}
      />
      <FormCard maxWidth={maxWidth}>
        <CreateForm<T>
          successMessage={typeof successMessage === 'string' ? successMessage : successMessage(recordLabel)}
          {...form}
        />
      </FormCard>
    </>
  )
}
