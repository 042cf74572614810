package io.c5c3.engine.cluster;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * That a kind is installed, and nothing more. The schemas of all kinds are megabytes of text, which takes longer to read into objects than
 * everything else at the start of an operator.
 */
@Group("apiextensions.k8s.io")
@Version("v1")
@Kind("CustomResourceDefinition")
@Plural("customresourcedefinitions")
final class Definition extends CustomResource<Void, Void> {}
