import { getDefaultStore } from 'jotai/vanilla'
import { unsavedFormsAtom } from '../app/page-state.ts'

/**
 * Drafts of unsent forms. They are saved in session storage before the page has to reload, and restored by the form of the same name. Passwords and
 * other secrets are never saved.
 */
const DRAFTS_KEY = 'typed'

type Drafts = Record<string, Record<string, string>>

export function markDirty(form: HTMLFormElement): void {
  getDefaultStore().set(unsavedFormsAtom, (forms) => new Map(forms).set(form, () => saveDrafts([form])))
}

export function markClean(form: HTMLFormElement): void {
  getDefaultStore().set(unsavedFormsAtom, (forms) => new Map([...forms].filter(([other]) => other !== form)))
}

export function markSent(form: HTMLFormElement): void {
  markClean(form)
  takeDraft(form)
}

/** Saves the input of these forms, to be restored when their page is opened again. */
export function saveDrafts(forms: readonly HTMLFormElement[]): void {
  const drafts = readDrafts()
  for (const form of forms) {
    if (!form.name) continue
    drafts[keyOf(form)] = Object.fromEntries(fieldsOf(form).map((field) => [field.name, textValueOf(field)]))
  }
  try {
    if (Object.keys(drafts).length > 0) sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
  } catch {
    // Without storage the input is lost.
  }
}

function takeDraft(form: HTMLFormElement): Record<string, string> | undefined {
  const drafts = readDrafts()
  const { [keyOf(form)]: values, ...others } = drafts
  if (values) sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(others))
  return values
}

/** Restores the draft of a form, once. Returns whether there was one. */
export function restoreDraft(form: HTMLFormElement): boolean {
  const values = takeDraft(form)
  if (!values) return false
  for (const field of fieldsOf(form)) {
    const value = values[field.name]
    if (value !== undefined) setValue(field, value)
  }
  return true
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const EXCLUDED_TYPES = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset'])

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '' &&
      !EXCLUDED_TYPES.has(element.type) &&
      !element.closest('[data-sentry-block]'),
  )
}

function textValueOf(field: Field): string {
  return field instanceof HTMLInputElement && isCheckable(field) ? String(field.checked) : field.value
}

/** Sets a field the way typing does, so that React's onChange runs. */
function setValue(field: Field, value: string) {
  if (field instanceof HTMLInputElement && isCheckable(field)) {
    if (String(field.checked) !== value) field.click()
    return
  }
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function isCheckable(field: HTMLInputElement): boolean {
  return field.type === 'checkbox' || field.type === 'radio'
}

function keyOf(form: HTMLFormElement): string {
  return `${location.pathname}#${form.name}`
}

function readDrafts(): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? '{}') as Drafts
  } catch {
    return {}
  }
}
