import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './Dialog.tsx'

function ClosedDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Dialog open={open} title="A question" onClose={() => setOpen(false)}>
        <input aria-label="Answer" />
      </Dialog>
    </>
  )
}

function UnmountedDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {open && (
        <Dialog open title="A question" onClose={() => setOpen(false)}>
          <input aria-label="Answer" />
        </Dialog>
      )}
    </>
  )
}

test.each([
  ['closes', ClosedDialog],
  ['is unmounted', UnmountedDialog],
])('the focus returns to the button when the dialog %s', async (_, Page) => {
  const { getByRole } = await render(<Page />)
  await getByRole('button', { name: 'Ask' }).click()
  await getByRole('textbox', { name: 'Answer' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(getByRole('button', { name: 'Ask' })).toHaveFocus()
})
