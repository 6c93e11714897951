import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { required } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { Text } from '../../crud/inputs.tsx'
import { CreatePage } from '../../crud/record/CreatePage.tsx'
import { capitalised } from '../../lib/format.ts'

interface Props {
  suggest?: (title: string) => string
  /** Slugs that would collide with other paths. */
  reserved?: readonly string[]
}

/** Slug of new content. It follows the title until it is edited manually. */
export function SlugInput({ suggest = slugOf, reserved = screens }: Props) {
  const { setValue, getValues } = useFormContext()
  const title: string = useWatch({ name: 'title' }) ?? ''
  const suggested = useRef(suggest(title))
  useEffect(() => {
    const slug = suggest(title)
    if (getValues('slug') === suggested.current) setValue('slug', slug, { shouldDirty: true })
    suggested.current = slug
  }, [title, suggest, setValue, getValues])
  return (
    <Text
      source="slug"
      label="Slug"
      helperText="Used in URLs and files: a–z, 0–9 and hyphens. You cannot change it later."
      maxLength={64}
      clean={typedSlug}
      validate={[
        required('Enter a slug'),
        (slug?: string) => (slug && reserved.includes(slug) ? 'This slug is taken. Choose another one' : undefined),
      ]}
    />
  )
}

/** `/create` is the path of the form for a new record. */
const screens = ['create']

/** Keeps a trailing hyphen while typing, because more text may follow. */
const typedSlug = (typed: string) => typed.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** `How IAM decides` → `how-iam-decides`. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')

interface CreateProps {
  /** Defaults in addition to title and slug. */
  defaultValues: Record<string, unknown>
  children: ReactNode
}

/** Creates content with the fields that a draft requires, then opens its editor. */
export const ContentCreate = ({ defaultValues, children }: CreateProps) => (
  <CreatePage
    maxWidth={860}
    defaultValues={{ title: '', slug: '', ...defaultValues }}
    successMessage={(recordLabel) => `${capitalised(recordLabel)} created as a draft. Only editors can see it`}
    next="edit"
  >
    <Text source="title" label="Title" maxLength={200} isRequired autoFocus />
    <SlugInput />
    {children}
  </CreatePage>
)
