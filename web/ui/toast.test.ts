import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore, toastDuration } from './toast.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function isUp(store: ReturnType<typeof createToastStore>): boolean {
  return store.get()?.classes.split(' ').includes('toast-up') ?? false
}

test('a toast lasts 5000 ms, slides up after 10 ms and back 500 ms before its end', () => {
  const store = createToastStore()
  store.show({ message: 'Успешно удален' })
  expect(toastDuration).toBe(5000)
  expect(store.get()).toMatchObject({ message: 'Успешно удален', duration: 5000, tone: 'success', visible: true })
  expect(isUp(store)).toBe(false)

  vi.advanceTimersByTime(9)
  expect(isUp(store)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isUp(store)).toBe(true)

  vi.advanceTimersByTime(4489)
  expect(isUp(store)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isUp(store)).toBe(false)
  expect(store.get()?.visible).toBe(true)

  vi.advanceTimersByTime(499)
  expect(store.get()?.visible).toBe(true)
  vi.advanceTimersByTime(1)
  expect(store.get()?.visible).toBe(false)
})

test('the slides follow a custom duration', () => {
  const store = createToastStore()
  store.show({ message: 'Коротко', duration: 2000, tone: 'danger' })
  expect(store.get()?.classes).toContain('bg-danger')
  vi.advanceTimersByTime(1499)
  expect(isUp(store)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isUp(store)).toBe(false)
  vi.advanceTimersByTime(500)
  expect(store.get()?.visible).toBe(false)
})

test('a newer toast is shown at once and for its whole duration', () => {
  const store = createToastStore()
  store.show({ message: 'первый' })
  vi.advanceTimersByTime(4000)
  store.show({ message: 'второй' })
  expect(store.get()).toMatchObject({ message: 'второй', visible: true })
  expect(isUp(store)).toBe(false)
  vi.advanceTimersByTime(10)
  expect(isUp(store)).toBe(true)
  // The first toast would have ended here.
  vi.advanceTimersByTime(1500)
  expect(store.get()).toMatchObject({ message: 'второй', visible: true })
  expect(isUp(store)).toBe(true)
  vi.advanceTimersByTime(3490)
  expect(store.get()?.visible).toBe(false)

  store.show({ message: 'третий' })
  expect(store.get()).toMatchObject({ message: 'третий', visible: true })
})

test('listeners get every step until they unsubscribe', () => {
  const store = createToastStore()
  const listener = vi.fn()
  const leave = store.subscribe(listener)
  store.show({ message: 'раз' })
  vi.advanceTimersByTime(5000)
  expect(listener).toHaveBeenCalledTimes(4)
  leave()
  store.show({ message: 'два' })
  expect(listener).toHaveBeenCalledTimes(4)
})
