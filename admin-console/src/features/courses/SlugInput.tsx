import { useEffect, useRef } from 'react'
import type { TextInputProps } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { PlainTextInput } from './course-inputs.tsx'

interface Props extends Pick<TextInputProps, 'parse' | 'validate'> {
  /** The slug of something with this title. */
  suggest: (title: string) => string
}

/** The slug of something new: it follows the title until it is written by hand. */
export function SlugInput({ suggest, ...props }: Props) {
  const { setValue, getValues } = useFormContext()
  const title: string = useWatch({ name: 'title' }) ?? ''
  const suggested = useRef(suggest(title))
  useEffect(() => {
    const slug = suggest(title)
    if (getValues('slug') === suggested.current) setValue('slug', slug, { shouldDirty: true })
    suggested.current = slug
  }, [title, suggest, setValue, getValues])
  return <PlainTextInput source="slug" label="Slug" helperText="Its name in addresses and files, for ever" {...props} />
}
