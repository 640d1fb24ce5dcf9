import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A person who uses a page by the keyboard alone. */
export function keyboardOf(page: Page) {
  const isFocused = (selector: string): Promise<unknown> =>
    page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);

  /** The focus is on the selected element, drawn, and on the screen. */
  async function expectFocus(selector: string): Promise<void> {
    await expect.poll(() => isFocused(selector), { message: selector }).toBe(true);
    expect(await page.evaluate(drawnFocus), selector).toEqual({ isDrawn: true, isOnScreen: true });
  }

  /** Goes from stop to stop until the selected element has the focus. */
  async function tabTo(selector: string): Promise<void> {
    for (let stop = 0; stop < maxStops; stop++) {
      await page.keyboard.press('Tab');
      if (await isFocused(selector)) return expectFocus(selector);
    }
    throw new Error(`${maxStops} stops lead to no ${selector}`);
  }

  return {
    expectFocus,
    tabTo,
    async type(selector: string, text: string): Promise<void> {
      await tabTo(selector);
      await page.keyboard.type(text);
    },
    /** Presses a key on an element, and waits for the next page. */
    async press(selector: string, key: 'Enter' | 'Space'): Promise<void> {
      await tabTo(selector);
      await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press(key)]);
    },
  };
}

/** A field for a time has a stop for each of its parts. */
const maxStops = 200;

/** Runs in the page. */
const drawnFocus = `(() => {
  const focused = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { top, bottom, width, height } = focused.getBoundingClientRect();
  return {
    isDrawn: focused.matches(':focus-visible') && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    isOnScreen: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
  };
})()`;
