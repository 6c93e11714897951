import { lowestContrast, MIN_CONTRAST, type Theme } from '@flagyard/api-types/brand/contrast'
import { Button } from '@mui/material'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { BooleanInput, required, TextInput, useInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import styles from './Brand.module.css'
import { BrandPreview, type PreviewedBrand } from './BrandPreview.tsx'

/** Values of the form. A picture is the address of the current one, a data URL of a new one, or null. */
export interface BrandEdit extends Omit<PreviewedBrand, 'accent_light' | 'accent_dark'> {
  mail_sender_name: string
  support_address: string
  accent_light: string
  accent_dark: string
  favicon: string | null
  share_picture: string | null
  social_links: string
  powered_by_shown: boolean
}

export const BrandInputs = () => (
  <>
    <TextInput source="name" label="Name" helperText={false} validate={required('Enter a name')} fullWidth />
    <TextInput
      source="mail_sender_name"
      label="Sender of e-mails"
      helperText="Leave empty to use the name"
      validate={[]}
      fullWidth
    />
    <TextInput
      source="support_address"
      label="Support address"
      helperText="Gets messages of the contact form. Leave empty to use the server’s setting"
      fullWidth
    />
    <AccentInput theme="light" />
    <AccentInput theme="dark" />
    <PictureInput source="logo_light" label="Logo" hint="PNG or SVG" />
    <PictureInput source="logo_dark" label="Logo for the dark theme" hint="PNG or SVG. Optional" />
    <PictureInput source="favicon" label="Icon" hint="PNG or SVG, square" />
    <PictureInput
      source="share_picture"
      label="Share picture"
      hint="PNG of 1200 × 630 pixels. Shown when someone shares a link to your site"
      accept="image/png"
    />
    <TextInput
      source="social_links"
      label="Links in the footer"
      helperText="One https address per line, at most 8"
      multiline
      fullWidth
    />
    <BooleanInput source="powered_by_shown" label="Show “Powered by Flagyard” in the footer" helperText={false} />
    <LivePreview />
  </>
)

/** With the lowest contrast of the colour in its theme, while you type. */
function AccentInput({ theme }: { theme: Theme }) {
  const source = `accent_${theme}`
  const colour: string = useWatch({ name: source }) ?? ''
  const contrast = /^#[\da-f]{6}$/i.test(colour) ? lowestContrast(theme, colour) : null
  const verdict = contrast !== null && (contrast < MIN_CONTRAST ? `too low, at least ${MIN_CONTRAST}:1` : 'good')
  return (
    <TextInput
      source={source}
      label={`Accent colour, ${theme} theme`}
      helperText={
        contrast === null
          ? 'Such as #0b5fff. Leave empty for the standard colour'
          : `Lowest contrast ${(Math.floor(contrast * 100) / 100).toFixed(2)}:1, ${verdict}`
      }
      fullWidth
    />
  )
}

interface PictureInputProps {
  source: 'logo_light' | 'logo_dark' | 'favicon' | 'share_picture'
  label: string
  hint: string
  accept?: string
}

/** Reads the file in the browser, because the form sends it with its other fields. */
function PictureInput({ source, label, hint, accept = 'image/png,image/svg+xml' }: PictureInputProps) {
  const { field, fieldState } = useInput<string | null>({ source, validate: [] })
  const [unreadable, setUnreadable] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    // The same file can be chosen again after it was removed.
    target.value = ''
    if (!chosen) return
    const url = await readDataUrl(chosen)
    setUnreadable(url === null)
    if (url !== null) field.onChange(url)
  }
  const error = unreadable ? 'This file could not be read. Choose it again' : fieldState.error?.message
  return (
    <fieldset className={styles.picture}>
      <legend>{label}</legend>
      {field.value && <img src={field.value} alt={`Current: ${label.toLowerCase()}`} />}
      <div className={styles.buttons}>
        <Button size="small" onClick={() => file.current?.click()} aria-describedby={hintId} ref={field.ref}>
          {field.value ? 'Replace' : 'Choose file'}
        </Button>
        {field.value && (
          <Button size="small" onClick={() => field.onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => void choose(event)}
      />
      <span id={hintId} className={styles.calm}>
        {hint}
      </span>
      {error && (
        <span role="alert" className={styles.error}>
          {error}
        </span>
      )}
    </fieldset>
  )
}

const readDataUrl = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })

const LivePreview = () => <BrandPreview brand={useWatch() as PreviewedBrand} />
