import type { LegalPageName } from '@flagyard/api-types'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/** Publishes a version of a legal page, and waits until the app's cache has it. Returns its number. */
export async function publishLegalPage(
  { asAdmin, asVisitor }: Pick<TestApp, 'asAdmin' | 'asVisitor'>,
  page: LegalPageName,
  { markdown = `Text of ${page}`, summary = '', needs_acceptance = true } = {},
): Promise<number> {
  const { next: before } = await asAdmin.getLegalPageForAdmin({ page })
  const legalDraftInput = { markdown, summary, needs_acceptance, edit: before?.edit ?? 0 }
  const { next } = await asAdmin.saveLegalDraft({ page, legalDraftInput })
  await asAdmin.publishLegalPage({ page, legalPublication: { edit: next?.edit ?? 0 } })
  const version = next?.version ?? 0
  await vi.waitFor(async () => {
    const shown = (await asVisitor.listLegalPages()).find((head) => head.page === page)
    if (shown?.version !== version) throw new Error(`${page} still has version ${shown?.version}`)
  })
  return version
}
