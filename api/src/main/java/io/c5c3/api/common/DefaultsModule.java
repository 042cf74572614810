package io.c5c3.api.common;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.deser.ValueInstantiators;
import com.fasterxml.jackson.databind.deser.impl.PropertyValueBuffer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Lets a mapper read the records of the API with their {@link Defaults}, as if the API server had filled them in. What other projects
 * leave out of their resources stays out: their defaults are theirs.
 */
public final class DefaultsModule extends SimpleModule {

    private static final String OURS = "io.c5c3.api.";
    private static final String FOREIGN = OURS + "foreign";

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.addValueInstantiators(new ValueInstantiators.Base() {
            @Override
            public ValueInstantiator findValueInstantiator(
                    DeserializationConfig config, BeanDescription description, ValueInstantiator standard) {
                var type = description.getBeanClass();
                return type.isRecord()
                                && type.getName().startsWith(OURS)
                                && !type.getName().startsWith(FOREIGN)
                        ? new Completing(type, standard)
                        : standard;
            }
        });
    }

    /** Makes a record of what was read and of what was left out. */
    private static final class Completing extends ValueInstantiator.Delegating {

        private final transient Class<?> type;

        private Completing(Class<?> type, ValueInstantiator standard) {
            super(standard);
            this.type = type;
        }

        @Override
        public ValueInstantiator createContextual(DeserializationContext context, BeanDescription description)
                throws JsonMappingException {
            var contextual = delegate().createContextual(context, description);
            return new Completing(type, contextual);
        }

        @Override
        public Object createFromObjectWith(DeserializationContext context, @Nullable Object[] written)
                throws IOException {
            return delegate().createFromObjectWith(context, Defaults.complete(type, written));
        }

        @Override
        public Object createFromObjectWith(
                DeserializationContext context, SettableBeanProperty[] properties, PropertyValueBuffer written)
                throws IOException {
            return createFromObjectWith(context, written.getParameters(properties));
        }
    }
}
