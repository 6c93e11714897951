import { BannerPopup } from '@flagyard/ui/BannerPopup'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'

/** Shows the unsaved banner in the learner app's pop-up. */
export function PreviewButton() {
  const { getValues } = useFormContext<{ content: string | null; link: string | null }>()
  const [open, setOpen] = useState(false)
  const { content, link } = getValues()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview</Button>
      {open && (
        <BannerPopup
          banner={{ id: 'preview', content: content?.trim() || 'Your message', link: link?.trim() || null }}
          onClose={() => setOpen(false)}
          onDismissedChange={() => undefined}
        />
      )}
    </>
  )
}
