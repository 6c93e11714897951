import { consolePaths } from '@flagyard/api-types/links'
import type { ReactNode } from 'react'
import { type ResourceDefinition, useResourceDefinition } from 'react-admin'
import { CreateForm } from '../../crud/EditForm.tsx'
import { Text } from '../../crud/inputs.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import type { ResourceOptions } from '../../resource-options.ts'
import styles from './content.module.css'
import { SlugInput } from './SlugInput.tsx'

interface Props {
  /** Defaults in addition to title and slug. */
  defaultValues: Record<string, unknown>
  children: ReactNode
}

/** Creates content with the fields that a draft requires, then opens its editor. */
export function CreatePage({ defaultValues, children }: Props) {
  const { name, options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  const [recordLabel] = options?.resourceLabel ?? [name]
  return (
    <>
      <ScreenHeader
        title={`New ${recordLabel}`}
        back={{ to: `${consolePaths.home}/${name}`, label: options?.label ?? name }}
      />
      <div className={styles.card}>
        <CreateForm
          recordLabel={recordLabel}
          defaultValues={{ title: '', slug: '', ...defaultValues }}
          successMessage={`The ${recordLabel} is a draft: only editors see it`}
          next="edit"
        >
          <Text source="title" label="Title" maxLength={200} isRequired autoFocus />
          <SlugInput />
          {children}
        </CreateForm>
      </div>
    </>
  )
}
