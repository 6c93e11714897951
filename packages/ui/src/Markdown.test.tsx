import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Markdown } from './Markdown.tsx'

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
