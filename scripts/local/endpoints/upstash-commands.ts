import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export type Command = unknown[];
type Result = { result: unknown } | { error: string };

/** Runs the commands of Upstash's REST protocol on a Redis, and shapes the replies as Upstash does. */
export class UpstashCommands {
  readonly #redis: Redis;
  readonly #scripts = new Map<string, string>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async single(command: Command, asBase64: boolean): Promise<Result> {
    return { result: shaped(await this.#run(command), asBase64) };
  }

  /** Several commands, each with its own result or error. */
  pipeline(commands: Command[], asBase64: boolean): Promise<Result[]> {
    return Promise.all(
      commands.map((command) =>
        this.single(command, asBase64).catch((error: unknown) => ({ error: messageOf(error) })),
      ),
    );
  }

  /** Several commands in one transaction. */
  async transaction(commands: Command[], asBase64: boolean): Promise<Result[]> {
    const multi = this.#redis.multi();
    for (const command of commands) {
      const [name, ...args] = this.#adapted(command);
      multi.callBuffer(name, ...args);
    }
    const replies = (await multi.exec()) ?? [];
    return replies.map(([error, reply]) =>
      error === null ? { result: shaped(reply, asBase64) } : { error: error.message },
    );
  }

  async #run(command: Command): Promise<unknown> {
    const [name, ...args] = this.#adapted(command);
    return this.#redis.callBuffer(name, ...args);
  }

  // Upper case, because ioredis reshapes the replies of commands that it knows by their lower-case names.
  #adapted(command: Command): [string, ...string[]] {
    const [name = '', ...args] = command.map(asText);
    switch (name.toUpperCase()) {
      case 'EVAL':
        return ['EVAL', this.#remember(args[0] ?? ''), ...args.slice(1)];
      case 'EVALSHA': {
        const script = this.#scripts.get((args[0] ?? '').toLowerCase());
        if (script === undefined) throw new Error('NOSCRIPT No matching script. Please use EVAL.');
        return ['EVAL', script, ...args.slice(1)];
      }
      case 'SCRIPT':
        if (args[0]?.toUpperCase() !== 'LOAD') return ['SCRIPT', ...args];
        this.#remember(args[1] ?? '');
        return ['EVAL', 'return ARGV[1]', '0', sha1(args[1] ?? '')];
      default:
        return [name.toUpperCase(), ...args];
    }
  }

  // `#!lua flags=allow-key-locking` opens @upstash/ratelimit's scripts, and only Upstash knows the flag. The client
  // uses the SHA of its own text, not of the executed one.
  #remember(script: string): string {
    const runnable = script.startsWith('#!lua') ? `--${script}` : script;
    this.#scripts.set(sha1(script), runnable);
    return runnable;
  }
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Replies are bytes. With base64 requested, Upstash encodes every string except a bare OK. */
function shaped(reply: unknown, asBase64: boolean): unknown {
  if (Array.isArray(reply)) return reply.map((item) => shaped(item, asBase64));
  if (!Buffer.isBuffer(reply)) return reply === 'OK' || !asBase64 || typeof reply !== 'string' ? reply : btoa(reply);
  const text = reply.toString('utf8');
  return text === 'OK' || !asBase64 ? text : reply.toString('base64');
}
