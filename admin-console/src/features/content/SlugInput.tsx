import { useEffect, useRef } from 'react'
import { required } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { Text } from '../../crud/inputs.tsx'
import { slugOf } from './slug.ts'

interface Props {
  /** The slug of something with this title. */
  suggest?: (title: string) => string
  /** Names that are the address of something else. */
  reserved?: readonly string[]
}

/** The slug of something new: it follows the title until it is written by hand. */
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
      helperText="Its name in addresses and files, for ever: a–z, 0–9 and dashes"
      maxLength={64}
      clean={typedSlug}
      validate={[
        required('Say its name in addresses'),
        (slug?: string) => (slug && reserved.includes(slug) ? 'Choose another name: this one is taken' : undefined),
      ]}
    />
  )
}

/** The screen that adds a record stands where a record of this name would. */
const screens = ['create']

/** A dash at the end may still become part of a name. */
const typedSlug = (typed: string) => typed.toLowerCase().replace(/[^a-z0-9]+/g, '-')
