import { Icon } from '@flagyard/ui/Icon'
import { IconButton } from '@mui/material'
import { useState } from 'react'
import { useNotify } from 'react-admin'

/** Copies a text to the clipboard. `label` is the accessible name and should say what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const notify = useNotify()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () =>
        notify('Your browser did not let us copy. Please select the text and copy it yourself.', { type: 'warning' }),
    )
  return (
    <IconButton size="small" aria-label={label} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      <span className="visually-hidden" role="status">
        {copied && 'Copied'}
      </span>
    </IconButton>
  )
}
