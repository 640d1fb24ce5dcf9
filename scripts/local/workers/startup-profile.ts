interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  /** The node of each sample, and the microseconds since the previous one. */
  samples: number[];
  timeDeltas: number[];
}

/**
 * The CPU time in a V8 profile. A late sample waited for the machine and not for the code: it counts as two at most.
 */
export function activeMilliseconds(text: string): number {
  const { nodes, samples, timeDeltas }: CpuProfile = JSON.parse(text);
  const idle = new Set(nodes.filter((node) => node.callFrame.functionName === '(idle)').map((node) => node.id));
  const interval = [...timeDeltas].sort((a, b) => a - b)[Math.floor(timeDeltas.length / 2)] ?? 0;
  return samples.reduce((sum, node, index) => {
    return idle.has(node) ? sum : sum + Math.min(timeDeltas[index] ?? 0, 2 * interval) / 1000;
  }, 0);
}
