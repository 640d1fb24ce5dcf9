import { send } from './send-form.ts';

/** Lets people choose, drop and paste files. The browser sends them straight to the object store. */
export function addUploads(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-uploads]')) {
    const input = box.querySelector<HTMLInputElement>('input[type=file]');
    const list = box.querySelector<HTMLElement>('.uploads');
    if (input === null || list === null) continue;
    for (const row of list.children) row.append(buttonOf('Remove', row.textContent ?? '', () => row.remove()));
    const add = (files: Iterable<File>) => {
      const chosen = input.multiple ? [...files] : [...files].slice(0, 1);
      if (!input.multiple && chosen.length > 0) list.replaceChildren();
      for (const file of chosen) void upload(new Item(list, file), box.dataset);
    };
    const take = () => {
      add(input.files ?? []);
      input.value = '';
    };
    input.addEventListener('change', take);
    // Files that were chosen before this script was loaded.
    take();
    box.addEventListener('dragover', (event) => {
      event.preventDefault();
      box.classList.add('over');
    });
    box.addEventListener('dragleave', () => box.classList.remove('over'));
    box.addEventListener('drop', (event) => {
      event.preventDefault();
      box.classList.remove('over');
      add(event.dataTransfer?.files ?? []);
    });
    box.addEventListener('paste', (event) => add(event.clipboardData?.files ?? []));
  }
}

interface Announced {
  readonly uploadId: string;
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Announces the file, sends it, and has it checked. A try after an interruption has the same key, so it gets the same upload with a new signature. */
async function upload(item: Item, settings: DOMStringMap): Promise<void> {
  const { result, of, reloads, longest } = settings;
  const { key } = item;
  try {
    item.show('reading');
    const file = longest === undefined ? item.file : await smaller(item.file, Number(longest));
    const fields = {
      ...(result && { deliverableId: result }),
      fileName: file.name,
      contentType: file.type,
      size: String(file.size),
    };
    const announced = await send<{ data: Announced }>(
      'upload',
      { ...fields, sha256: await sha256Of(file) },
      { key, ...(of && { of }) },
    );
    const { uploadId, url, headers } = announced.data;
    if (url !== null) await put(file, url, headers, (share) => item.progress(share));
    item.show('checking');
    // A file that the service has rejected stays rejected: another try announces it anew.
    item.key = crypto.randomUUID();
    await send('complete', {}, { of: of ? `${of}/${uploadId}` : uploadId });
    if (reloads === undefined) item.done(uploadId);
    else location.reload();
  } catch (error) {
    item.failed(error instanceof Error ? error.message : 'The upload has failed.', () => upload(item, settings));
  }
}

/** The picture as a JPEG whose longest side has so many pixels; the file itself if it is small, or no picture that the browser can read. */
async function smaller(file: File, longest: number): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  if (scale === 1 && file.size < smallBytes) return file;
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return file;
  // A JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const type = 'image/jpeg';
  const jpeg = await canvas.convertToBlob({ type, quality: 0.85 });
  return new File([jpeg], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type });
}

const smallBytes = 300_000;

async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** XMLHttpRequest, because fetch does not report the progress of a request. */
function put(
  file: File,
  url: string,
  headers: Announced['headers'],
  onProgress: (share: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.open('PUT', url);
  // Browsers set the length themselves, and refuse to be told it.
  for (const [name, value] of Object.entries(headers))
    if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener('load', () => {
    if (request.status === 200) resolve();
    else reject(new Error('The file storage has refused the file.'));
  });
  request.addEventListener('error', () => reject(new Error('The connection to the file storage was interrupted.')));
  request.send(file);
  return promise;
}

/** A file in the list of the form. */
class Item {
  readonly file: File;
  key = crypto.randomUUID();
  readonly #row = document.createElement('li');
  readonly #bar = document.createElement('progress');
  readonly #state = document.createElement('span');

  constructor(list: HTMLElement, file: File) {
    this.file = file;
    const name = document.createElement('bdi');
    name.textContent = file.name;
    this.#bar.max = 1;
    this.#bar.setAttribute('aria-label', `Upload of ${file.name}`);
    this.#state.className = 'quiet small';
    this.#row.append(name, ' ', this.#state, this.#bar);
    list.append(this.#row);
  }

  show(state: string): void {
    this.#row.querySelector('button')?.remove();
    this.#state.textContent = state;
    this.#state.className = 'quiet small';
    this.#bar.hidden = false;
  }

  progress(share: number): void {
    this.#bar.value = share;
    this.#state.textContent = `${Math.round(share * 100)} %`;
  }

  done(uploadId: string): void {
    this.#bar.hidden = true;
    this.#state.textContent = 'uploaded';
    const id = document.createElement('input');
    id.type = 'hidden';
    id.name = 'uploadIds';
    id.value = uploadId;
    this.#row.append(
      id,
      buttonOf('Remove', this.file.name, () => this.#row.remove()),
    );
  }

  failed(reason: string, again: () => void): void {
    this.#bar.hidden = true;
    this.#state.textContent = reason;
    this.#state.className = 'error';
    this.#row.append(buttonOf('Try again', this.file.name, again));
  }
}

function buttonOf(label: string, of: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link';
  button.textContent = label;
  button.setAttribute('aria-label', `${label}: ${of.trim()}`);
  button.addEventListener('click', act);
  return button;
}
