/**
 * What people have typed and not yet sent. A screen that fails to load must never cost them that: before a reload the
 * text of every form is put aside, and the form of the same name takes it back. Passwords and other secrets stay out.
 */
const DRAFTS_KEY = 'typed'
const dirtyForms = new Set<HTMLFormElement>()

type Drafts = Record<string, Record<string, string>>

export function markDirty(form: HTMLFormElement): void {
  dirtyForms.add(form)
}

export function markClean(form: HTMLFormElement): void {
  dirtyForms.delete(form)
}

/** Whether any form on the page holds something that a reload could lose. */
export function hasUnsavedInput(): boolean {
  return dirtyForms.size > 0
}

/** Puts aside what was typed, for the page that comes after a reload. */
export function saveDrafts(): void {
  const drafts: Drafts = {}
  for (const form of dirtyForms) {
    if (!form.name) continue
    drafts[keyOf(form)] = Object.fromEntries(fieldsOf(form).map((field) => [field.name, textValueOf(field)]))
  }
  try {
    if (Object.keys(drafts).length > 0) sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
  } catch {
    // No storage: the button's own words warn that the page is loaded anew.
  }
}

/** Gives a form what was put aside for it, once. Returns whether there was anything. */
export function restoreDraft(form: HTMLFormElement): boolean {
  const drafts = readDrafts()
  const values = drafts[keyOf(form)]
  if (!values) return false
  delete drafts[keyOf(form)]
  sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
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

/** Sets a field as if it had been typed, so that React hears of it too. */
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
