import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Menu } from './Menu.tsx'

test('a menu opens, moves with the arrow keys and closes with Escape, all by keyboard', async () => {
  const chosen: string[] = []
  const item = (label: string) => ({ label, onSelect: () => chosen.push(label) })
  await render(
    <Menu label="Account" items={[item('One'), item('Two'), item('Three')]}>
      Account
    </Menu>,
  )
  const focused = () => document.activeElement?.textContent
  page.getByRole('button', { name: 'Account' }).element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe('One')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('Three')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('One')
  await userEvent.keyboard('{End}{Enter}')
  expect(chosen).toEqual(['Three'])
  await expect.element(page.getByRole('menu', { includeHidden: true })).not.toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe('One')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu', { includeHidden: true })).not.toBeVisible()
})
