import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BannerPopup } from './BannerPopup.tsx'
import { dismissedBanners, setBannerDismissed } from './Banners.tsx'

const banner = { id: 'b2', content: 'Maintenance on Sunday.', link: '/faqs' }

test("ticking Don't show again adds the banner's id, unticking takes it out", async () => {
  localStorage.setItem('dismissed_banners', 'b1,b3')
  await render(<BannerPopup banner={banner} onClose={() => {}} onDismissedChange={setBannerDismissed} />)
  const box = page.getByRole('checkbox', { name: "Don't show again", exact: true })
  await box.click()
  expect(localStorage.getItem('dismissed_banners')).toBe('b1,b3,b2')
  await expect.element(page.getByText('Maintenance on Sunday.')).toBeVisible()
  await box.click()
  expect(localStorage.getItem('dismissed_banners')).toBe('b1,b3')
  expect(dismissedBanners()).toEqual(['b1', 'b3'])
})

test('a banner is a strip at the bottom edge that dims nothing, takes no focus and stays until it is closed', async () => {
  let closed = 0
  const close = () => {
    closed += 1
  }
  await render(<BannerPopup banner={banner} onClose={close} onDismissedChange={() => {}} />)
  const strip = page.getByRole('dialog', { name: 'Announcement' })
  await expect.element(strip).toHaveAttribute('aria-modal', 'false')
  expect(document.querySelector(':modal')).toBeNull()
  expect(strip.element().contains(document.activeElement)).toBe(false)
  await page.getByRole('button', { name: 'Close' }).click()
  expect(closed).toBe(1)
  await expect.element(strip).toBeVisible()
})

test.each(['javascript:alert(1)', 'data:text/html,x', null])('a banner follows no link such as %s', async (link) => {
  await render(<BannerPopup banner={{ ...banner, link }} onClose={() => {}} onDismissedChange={() => {}} />)
  expect(document.querySelector('[role=dialog] a')).toBeNull()
})

test('two stars make words bold, and whatever else looks like markup is text', async () => {
  const content = '**Free labs** on Friday, 2 ** 3 is 8, <b>not</b> [a](/link)'
  const { getByRole } = await render(
    <BannerPopup banner={{ id: 'a', content }} onClose={() => undefined} onDismissedChange={() => undefined} />,
  )
  await expect.element(getByRole('dialog').getByRole('strong')).toHaveTextContent('Free labs')
  await expect
    .element(getByRole('dialog').getByRole('paragraph').first())
    .toHaveTextContent('Free labs on Friday, 2 ** 3 is 8, <b>not</b> [a](/link)')
})
