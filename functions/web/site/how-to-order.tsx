/** The steps of an order, for guests. */
export const HowToOrder = () => (
  <section class="card order">
    <h2>How to order</h2>
    <p>
      Choose a service and its dates, get a quote of the total, and confirm it. The price is fixed. Castline reserves
      the money, and pays the creator when you approve the work.
    </p>
    <p>
      <a class="button" href="#services">
        Choose a service
      </a>
    </p>
    <p class="small">
      Programs <a href="/docs">order through the API</a>.
    </p>
  </section>
);
