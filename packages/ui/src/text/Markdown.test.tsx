import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Markdown, MarkdownWithContents } from './Markdown.tsx'

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox)',
  '[x](//e.com)',
  '[x](/admin)',
  '[x](file:///etc/passwd)',
])('%s becomes plain words without a link', async (text) => {
  const { container } = await render(<Markdown>{text}</Markdown>)
  expect(container.querySelector('a')).toBeNull()
  expect(container.textContent).toContain('x')
})

test('a picture of this site keeps its alternative text, and room is left for it before it arrives', async () => {
  const { container } = await render(
    <Markdown>{'Before\n\n![A map of the roles](/api/v1/pictures/none.png#80x60)\n\nAfter'}</Markdown>,
  )
  await expect.element(page.getByRole('img', { name: 'A map of the roles' })).toHaveAttribute('width', '80')
  expect(container.querySelector('img')?.getAttribute('height')).toBe('60')
  expect(container.querySelector('img')?.loading).toBe('lazy')
})

test('raw markup is never run', async () => {
  const alerted = vi.spyOn(window, 'alert').mockImplementation(() => {})
  const { container } = await render(
    <Markdown>
      {'<img src=x onerror=alert(1)> <script>alert(2)</script> <svg onload=alert(3)> ![p](https://e.com/p.png)'}
    </Markdown>,
  )
  expect(container.querySelector('img, script, svg, [onerror], [onload]')).toBeNull()
  expect(alerted).not.toHaveBeenCalled()
})

test('links to the web and to mail stay, and send no referrer', async () => {
  const { container } = await render(
    <Markdown>{'[a](https://example.org) [b](http://example.org) [c](mailto:a@example.org)'}</Markdown>,
  )
  const links = [...container.querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://example.org',
    'http://example.org',
    'mailto:a@example.org',
  ])
  expect(links.every((link) => link.rel.includes('noopener') && link.rel.includes('noreferrer'))).toBe(true)
})

test('tables, code and emphasis render', async () => {
  const { container } = await render(<Markdown>{'# T\n\n**b** `c`\n\n|a|b|\n|-|-|\n|1|2|'}</Markdown>)
  expect(['h2', 'strong', 'code', 'td'].every((tag) => container.querySelector(tag))).toBe(true)
})

test('a block of code is copied by its button, without the line break at its end', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await render(<Markdown>{'```sh\naws sts get-caller-identity\naws s3 ls\n```'}</Markdown>)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied code' })).toBeVisible()
  expect(written).toHaveBeenCalledWith('aws sts get-caller-identity\naws s3 ls')
  written.mockRestore()
})

test.each([320, 1280])('at %i px the button over a block of code covers none of its text', async (width) => {
  await page.viewport(width, 800)
  const { container } = await render(<Markdown>{`\`\`\`\n${'aws sts assume-role '.repeat(20)}\n\`\`\``}</Markdown>)
  const text = document.createRange()
  text.selectNodeContents(container.querySelector('code')!)
  const button = page.getByRole('button', { name: 'Copy code' }).element().getBoundingClientRect()
  expect(text.getBoundingClientRect().top).toBeGreaterThanOrEqual(button.bottom)
})

test('code that the browser does not let us copy is selected', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await render(<Markdown>{'```\nwhoami\n```'}</Markdown>)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect.element(page.getByRole('button', { name: 'Selected code' })).toBeVisible()
  expect(getSelection()?.toString().trim()).toBe('whoami')
  written.mockRestore()
})

test('the headings of a text are listed next to it on a wide screen, and link to their sections', async () => {
  await page.viewport(1280, 800)
  const { container } = await render(
    <MarkdownWithContents>
      {'## What you `get`\n\n```\n# no heading\n```\n\n## How to work\n\nBegin.'}
    </MarkdownWithContents>,
  )
  const links = [...container.querySelectorAll('nav a')]
  expect(links.map((link) => link.textContent)).toEqual(['What you get', 'How to work'])
  for (const link of links) expect(container.querySelector(link.getAttribute('href')!)?.tagName).toBe('H2')
  await expect.element(page.getByRole('navigation', { name: 'On this page' })).toBeVisible()
  await page.viewport(390, 844)
  expect(getComputedStyle(container.querySelector('nav')!).display).toBe('none')
  await page.viewport(1280, 800)
})

test('code is coloured by its language, keeps its text, and is copied as plain text', async () => {
  const written = 'aws sts get-caller-identity # who am I\nexport AWS_PROFILE="audit"\n'
  const { container } = await render(<Markdown>{`\`\`\`sh\n${written}\`\`\``}</Markdown>)
  await expect.poll(() => container.querySelectorAll('pre code span').length).toBeGreaterThan(1)
  expect(container.querySelector('pre')?.textContent).toBe(written)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copy code' }).click()
  expect(copied).toHaveBeenCalledWith(written.trimEnd())
})

test.each(['json', 'yaml', 'hcl', 'tf', 'python', 'http', 'powershell', 'ini', 'console'])(
  '%s is a language that is coloured',
  async (language) => {
    const code = '# one = "two" 3\n"a": 1\nHTTP/1.1 200 OK\nif true'
    const { container } = await render(<Markdown>{`\`\`\`${language}\n${code}\n\`\`\``}</Markdown>)
    await expect.poll(() => container.querySelectorAll('pre code span').length).toBeGreaterThan(0)
  },
)

test('markup inside code is text, and code in an unknown language is left alone', async () => {
  const { container } = await render(
    <Markdown>{'```json\n{"a": "<img src=x onerror=alert(1)>"}\n```\n\n```kusto\nSigninLogs | take 5\n```'}</Markdown>,
  )
  await expect.poll(() => container.querySelectorAll('pre code span').length).toBeGreaterThan(0)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(container.querySelectorAll('pre')[1]?.querySelector('span')).toBeNull()
})
