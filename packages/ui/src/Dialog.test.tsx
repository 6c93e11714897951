import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './Dialog.tsx'

function Stays() {
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

function Leaves() {
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
  ['closes', Stays],
  ['goes away as a whole', Leaves],
])('focus is given back when the dialog %s', async (_, Page) => {
  const { getByRole } = await render(<Page />)
  await getByRole('button', { name: 'Ask' }).click()
  await getByRole('textbox', { name: 'Answer' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(getByRole('button', { name: 'Ask' })).toHaveFocus()
})
