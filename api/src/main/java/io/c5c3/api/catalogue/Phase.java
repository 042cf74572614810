package io.c5c3.api.catalogue;

/** When a part of a cloud comes up, in this order; parts of one phase come up side by side. */
public enum Phase {
    Infrastructure,
    Identity,
    ServiceCatalog,
    Core,
    Compute,
    Dashboards,
    Scheduler,
    Testing
}
