// What is worth knowing of a column of x, found out once: whether it rises, and how far it reaches.

export interface Order {
  rises: boolean;
  max: number;
}

const known = new WeakMap<Float64Array, Order>();

export function orderOf(x: Float64Array): Order {
  let order = known.get(x);
  if (!order) {
    order = { rises: true, max: -Infinity };
    for (const at of x) {
      if (at < order.max) order.rises = false;
      else order.max = at;
    }
    known.set(x, order);
  }
  return order;
}
